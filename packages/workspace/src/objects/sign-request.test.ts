import { expect, test } from 'vitest';
import { sha256, signRequest } from './sign-request.ts';

// The examples in the documentation of Amazon S3, "Authenticating Requests: Using the Authorization Header".
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const parts = { credentials, region: 'us-east-1', at: new Date('2013-05-24T00:00:00Z') };

test.each([
  [
    'GET /test.txt of a range',
    { method: 'GET', path: '/test.txt', headers: { range: 'bytes=0-9' }, body: '' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT with a name that is encoded',
    {
      method: 'PUT',
      path: '/test$file.text',
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: 'Welcome to Amazon S3.',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET with a query without value',
    { method: 'GET', path: '/?lifecycle', headers: {}, body: '' },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET of a listing',
    { method: 'GET', path: '/?prefix=J&max-keys=2', headers: {}, body: '' },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s is signed as documented', (...[, { method, path, headers, body }, signature]) => {
  const url = new URL(path, 'https://examplebucket.s3.amazonaws.com');
  const signed = signRequest({ method, url, headers, bodyHash: sha256(body) }, parts);
  expect(signed['authorization']).toContain(`Signature=${signature}`);
});
