import { describe, expect, it } from 'vitest';
import { toAppUrl } from './to-app-url.ts';

describe('toAppUrl', () => {
  it('adds the role that owns nothing and keeps other options', () => {
    expect(toAppUrl('postgres://me@host/db')).toBe('postgres://me@host/db?options=-c%20role%3Dbowline_app');
    expect(toAppUrl('postgres://me@host/db?sslmode=require&options=-c%20x%3D1')).toBe(
      'postgres://me@host/db?sslmode=require&options=-c%20x%3D1%20-c%20role%3Dbowline_app',
    );
  });
});
