import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describePrivateAddress } from './private-addresses.ts';

const PRIVATE =
  '0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.255 168.63.129.16 169.254.169.254 172.16.0.1 ' +
  '172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 ' +
  '239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1 ' +
  '100::1 2001::1 2001:2::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 ' +
  'fe80::1%eth0 localhost 127.1';
const PUBLIC = '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 2606:4700::1111 2001:4860:4860::8888';

test.each(PRIVATE.split(' '))('%s is not public', (address) => {
  expect(describePrivateAddress(address)).toBeTypeOf('string');
});

test.each(PUBLIC.split(' '))('%s is public', (address) => {
  expect(describePrivateAddress(address)).toBeUndefined();
});

test('an IPv4 address written as IPv6 is treated the same', () => {
  const prefixes = ['::ffff:', '::', '64:ff9b::', '::ffff:0:'];
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...prefixes), (address, prefix) => {
      expect(describePrivateAddress(`${prefix}${address}`)).toBeTypeOf('string');
    }),
  );
});
