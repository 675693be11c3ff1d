import { say } from '#languages/say.ts';
import type { PrintableHosts } from '#storage/domains/domains.ts';
import { Select } from '../../kit/field.tsx';
import type { Form } from '../../frame/forms/form.ts';

const NAME = 'domain';

/**
 * The hosts that a dynamic code can have, that of new codes first; none if the account has only the operator's. The default is among them
 * even while it does not work: no code may silently get another host.
 */
export function listHosts({ all, byDefault }: PrintableHosts, operatorHost: string): string[] {
  if (all.size === 0 && byDefault === null) return [];
  return [...new Set([byDefault ?? operatorHost, ...all, operatorHost])];
}

/** The same for a GS1 code, whose name is a key: none if neither the account nor the operator has one. */
export function listGs1Hosts({ all, byDefault }: PrintableHosts, gs1Host: string | null): string[] {
  return [...new Set([byDefault ?? gs1Host, ...all, gs1Host])].filter((host) => host !== null);
}

/** The stylesheet hides it while “Dynamic” is off. */
export function DomainField({ hosts }: { readonly hosts: readonly string[] }) {
  return (
    <Select
      name={NAME}
      label={say('Domain')}
      hint={say('The first part of the short link. It cannot be changed later.')}
      options={hosts.map((host) => ({ value: host, label: host }))}
    />
  );
}

/** The chosen host, in the terms of the interface: null for the operator's, undefined for the default. */
export function readDomain(form: Form, operatorHost: string): string | null | undefined {
  const host = form.value(NAME);
  return host === operatorHost ? null : host || undefined;
}
