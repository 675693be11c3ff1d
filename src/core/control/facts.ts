import { DEVICES } from '../scans/device.ts';
import { BROWSER_NAMES, OPERATING_SYSTEM_NAMES } from '../scans/user-agent.ts';

/**
 * What a rule can ask about a scan whose answer is one of a few known values, in the order in which a scan is asked: the conditions of rules,
 * their fields in the interface, and whatever checks and stores them are made from this table. Null, where a scan is described, means
 * unknown, and no rule matches it.
 */
export const FACTS = {
  os: OPERATING_SYSTEM_NAMES,
  device: DEVICES,
  browser: BROWSER_NAMES,
  source: ['symbol', 'link'],
} as const satisfies Record<string, readonly string[]>;

export type FactName = keyof typeof FACTS;
export type Fact<Name extends FactName> = (typeof FACTS)[Name][number];

export const FACT_NAMES = Object.keys(FACTS) as FactName[];

/** Something for each fact. */
export function mapFacts<T>(make: (name: FactName) => T): Readonly<Record<FactName, T>> {
  return Object.fromEntries(FACT_NAMES.map((name) => [name, make(name)])) as Record<FactName, T>;
}
