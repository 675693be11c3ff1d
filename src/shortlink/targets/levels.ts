import { type AddressKey, toAddressKey } from '#core/links/link-address.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { findCopiedName } from '#storage/links/copies.ts';
import { findGs1Levels, type Gs1Level, type Gs1Names, parseGs1Level } from '#storage/links/gs1-links.ts';
import type { DomainResolver } from './domains.ts';
import type { Shared } from './lookups.ts';
import { Resolver } from './resolver.ts';
import { ENTRY_CHARACTERS, type TargetResolver } from './targets.ts';
import { STALE_FOR_SECONDS } from './time-bounds.ts';

/**
 * Finds which code an item has at the first of some levels. One query brings them all; each is kept by itself, with the names below it. So the
 * next item of the same product or batch finds it, and a batch or serial without a code costs no query and no entry.
 */
export class LevelResolver extends Resolver<Gs1Names, Gs1Level> {
  constructor(
    shared: Shared,
    { targets, domains }: { readonly targets: TargetResolver; readonly domains: DomainResolver },
  ) {
    super(shared, {
      keyOf,
      pathOf: keyOf,
      describe: (names) => ({ name: nameOf(names) }),
      keptSeconds: STALE_FOR_SECONDS,
      parse: parseGs1Level,
      sizeOf: ({ deeper }) => 1 + Math.floor(String(deeper).length / ENTRY_CHARACTERS),
      find: async (asked, stores, lookUp) => {
        const { domain, levels } = await findGs1Levels(lookUp, asked);
        const { readAtMs } = lookUp;
        if (domain) domains.keep(asked.host, { value: domain, readAtMs }, stores);
        for (const { name, level, link } of levels) {
          if (level.codeId && link) targets.keep(level.codeId, { value: link, readAtMs }, stores);
          this.keep({ host: asked.host, paths: [name] }, { value: level, readAtMs }, stores);
        }
        return levels[0] ? { value: levels[0].level, readAtMs } : null;
      },
      // A name without a copy most probably has no code. Of the key, which is asked for first, the database may know more.
      findCopy: async (copies, names) => {
        const named = await findCopiedName(copies, nameOf(names));
        if (!named && names.paths[0]?.split('/').length === 2) return null;
        return { codeId: named?.codeId ?? null, deeper: null, revision: named?.revision ?? -1 };
      },
    });
  }
}

function nameOf({ host, paths: [path = ''] }: Gs1Names): AddressKey {
  return toAddressKey({ host, path: path as ShortCode });
}

/** Apart from the keys of names, of which nobody knows what is below. */
function keyOf(names: Gs1Names): AddressKey {
  return `gs1/${nameOf(names)}` as AddressKey;
}
