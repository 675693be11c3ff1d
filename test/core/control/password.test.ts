import { describe, expect, it } from 'vitest';
import {
  ADMISSION_SECONDS,
  hashPassword,
  isAdmission,
  isPassword,
  signAdmission,
} from '#core/control/password.ts';

const PEPPER = 'pepper of the tests';
const NOW = Date.UTC(2026, 6, 1);
const password = hashPassword(PEPPER, 'salt', 'Öffne dich');
const code = { codeId: 'k7m2p9qa', password };

describe('a password', () => {
  it('is known again, however its letters are composed', () => {
    expect(isPassword(PEPPER, password, 'Öffne dich')).toBe(true);
    expect(isPassword(PEPPER, password, 'O\u0308ffne dich')).toBe(true);
    expect(isPassword(PEPPER, password, 'öffne dich')).toBe(false);
    expect(isPassword(PEPPER, password, '')).toBe(false);
  });

  it('has another hash with another salt or pepper, and nowhere the password in it', () => {
    const hashes = [
      password,
      hashPassword(PEPPER, 'salt 2', 'Öffne dich'),
      hashPassword('other', 'salt', 'Öffne dich'),
    ];
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(3);
    expect(JSON.stringify(hashes)).not.toContain('dich');
    expect(isPassword('other', password, 'Öffne dich')).toBe(false);
  });
});

describe('an admission', () => {
  const admission = signAdmission(PEPPER, code, NOW);

  it('holds for twelve hours', () => {
    expect(isAdmission(PEPPER, code, admission, NOW)).toBe(true);
    expect(isAdmission(PEPPER, code, admission, NOW + ADMISSION_SECONDS * 1_000 - 1)).toBe(true);
    expect(isAdmission(PEPPER, code, admission, NOW + ADMISSION_SECONDS * 1_000)).toBe(false);
  });

  it('is good for no other code, and for no later password', () => {
    expect(isAdmission(PEPPER, { ...code, codeId: 'k7m2p9qb' }, admission, NOW)).toBe(false);
    const later = hashPassword(PEPPER, 'another salt', 'Öffne dich');
    expect(isAdmission(PEPPER, { ...code, password: later }, admission, NOW)).toBe(false);
  });

  it('cannot be made longer, or of nothing', () => {
    const [until = '', signature = ''] = admission.split('.');
    const longer = `${Number(until) + 60}.${signature}`;
    for (const text of [
      longer,
      `${until}.`,
      `.${signature}`,
      signature,
      '',
      'x',
      `${until}.${'A'.repeat(32)}`,
    ]) {
      expect(isAdmission(PEPPER, code, text, NOW), text).toBe(false);
    }
  });
});
