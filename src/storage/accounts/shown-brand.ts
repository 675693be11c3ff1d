import { type AccountBrand, parseAccountBrand } from '#core/accounts/account-brand.ts';

/** The brand that pages of an account show, as SQL: none while the account is suspended or deleted. Plain SQL, as for short links. */
export function shownBrandOf(accountId: string): string {
  return `(SELECT accounts.brand FROM accounts WHERE accounts.id = ${accountId}
    AND accounts.suspended_at_ms IS NULL AND accounts.deleted_at_ms IS NULL)`;
}

/** Reads what that gives. */
export function readShownBrand(text: string | null): AccountBrand | null {
  return text === null ? null : parseAccountBrand(JSON.parse(text));
}
