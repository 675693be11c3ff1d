/** The check digit for digits without one: weights 3 and 1 from the right, modulo 10 (GS1 General Specifications §7.9). */
export function checkDigitOf(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * ((digits.length - i) % 2 === 1 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}

const SET_82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const SET_32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83];

/** The two check characters for the beginning of a Global Model Number (GS1 General Specifications §7.9.5). */
export function checkCharactersOf(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++)
    sum += SET_82.indexOf(text.charAt(text.length - 1 - i)) * (PRIMES[i] ?? 0);
  sum %= 1021;
  return SET_32.charAt(sum >> 5) + SET_32.charAt(sum & 31);
}
