import { describe, expect, it } from 'vitest';
import { toAppUrl } from './to-app-url.ts';

describe('toAppUrl', () => {
  it('serves as the role that owns nothing, with what else was asked for', () => {
    expect(toAppUrl('postgres://me@host/db')).toBe('postgres://me@host/db?options=-c%20role%3Dbowline_app');
    expect(toAppUrl('postgres://me@host/db?sslmode=require&options=-c%20x%3D1')).toBe(
      'postgres://me@host/db?sslmode=require&options=-c%20x%3D1%20-c%20role%3Dbowline_app',
    );
  });
});
