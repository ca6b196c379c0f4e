import { expect, it } from 'vitest';
import { toHomePath, withHomePaths } from './to-home-path.ts';

it.each([
  ['/home/ada/proj', '/home/ada', '~/proj'],
  ['/home/ada', '/home/ada', '~'],
  ['/home/adam/proj', '/home/ada', '/home/adam/proj'],
  ['C:\\Users\\ada\\proj', 'C:\\Users\\ada', '~\\proj'],
  ['/srv/proj', '/home/ada', '/srv/proj'],
  ['/srv/proj', '', '/srv/proj'],
  ['/srv/proj', undefined, '/srv/proj'],
])('shows %s with the home folder %s as %s', (path, home, shown) => {
  expect(toHomePath(path, home)).toBe(shown);
});

it('shows the paths of a sentence from the home folder', () => {
  const sentence = 'writes /home/ada/old, which is outside /home/adam';
  expect(withHomePaths(sentence, '/home/ada')).toBe('writes ~/old, which is outside /home/adam');
});
