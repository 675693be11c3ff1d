import * as z from 'zod';
import { type Conditions, WEEKDAYS } from '#core/control/conditions.ts';
import type { ConditionsRequest } from '#core/control/checks/check-conditions.ts';
import {
  type ControlRequest,
  LONGEST_CONTROL_NAME,
  LONGEST_PREVIEW,
  LONGEST_UTM_VALUE,
  MAX_RULES,
  MAX_SCANS_LIMIT,
  MAX_VARIANTS,
  MIN_VARIANTS,
  PASSWORD_CHARACTERS,
} from '#core/control/checks/control-request.ts';
import type { RecordedControl, Variant } from '#core/control/control.ts';
import { FACT_NAMES, type FactName, FACTS, mapFacts } from '#core/control/facts.ts';
import { type FlagField, mapFlagFields, readFlags } from '#core/control/flags.ts';
import { toConditionsRequest } from '#core/control/checks/check-conditions.ts';
import type { Preview } from '#core/control/preview.ts';
import { UTM_NAMES } from '#core/control/utm.ts';
import { imageId } from '../styles/styles.ts';
import { links, shownLinks, toLinkRequests, toShownLinks } from '../gs1/links.ts';

/**
 * The settings for the scans of a dynamic code, in their JSON form. Only types are checked here. `checkControl` checks what the values
 * mean, and names all problems at once. The bounds in `meta` are for the documentation.
 */

const timestamp = z.string().meta({ format: 'date-time' });
const target = z.string().meta({ format: 'uri' });
const name = z.string().meta({ minLength: 1, maxLength: LONGEST_CONTROL_NAME });
const oneOf = (values: readonly string[]) => z.array(z.string().meta({ enum: [...values] }));

/** Of facts whose name does not say it. */
const FACT_MEANINGS: { readonly [Name in FactName]?: string } = {
  source:
    'Whether the symbol was scanned or the short link opened. Nobody knows for names of your choice, which match neither.',
};

const conditions = z
  .strictObject({
    country: z.array(z.string()).optional().describe('ISO 3166-1 alpha-2: `DE`.'),
    not_country: z
      .array(z.string())
      .optional()
      .describe('Matches all other countries, but not an unknown one.'),
    region: z.array(z.string()).optional().describe('ISO 3166-2: `DE-BY`.'),
    language: z
      .array(z.string())
      .optional()
      .describe(
        'Languages that the visitor’s browser accepts with a quality of at least 0.9. `de` also stands for `de-AT`.',
      ),
    ...mapFacts((fact) => {
      const schema = oneOf(FACTS[fact]).optional();
      const meaning = FACT_MEANINGS[fact];
      return meaning === undefined ? schema : schema.describe(meaning);
    }),
    query: z
      .record(z.string(), z.string().nullable())
      .optional()
      .describe('Parameters in the query of the short link. Null matches any value.'),
    from: timestamp.optional().describe('From this time on. Include the time zone.'),
    until: timestamp.optional().describe('Before this time. Include the time zone.'),
    weekdays: oneOf(WEEKDAYS)
      .optional()
      .describe('If the hours cross midnight: the day on which they begin.'),
    hours: z
      .tuple([z.string(), z.string()])
      .optional()
      .describe(
        '`["09:00", "18:00"]`: from the first time until just before the second. May cross midnight.',
      ),
    timezone: z.string().optional().describe('IANA time zone of the weekdays and hours; UTC by default.'),
  })
  .meta({
    id: 'RuleConditions',
    description:
      'All conditions must match. A condition matches if any of its values does. A rule needs at least one.',
  });

const rule = z
  .strictObject({
    name: name
      .nullish()
      .describe('The name of the rule in statistics. Default: `Rule 1`, `Rule 2` and so on.'),
    target,
    when: conditions,
  })
  .meta({ id: 'Rule' });

const variant = z
  .strictObject({ name, target, weight: z.number().meta({ type: 'integer', minimum: 0, maximum: 100 }) })
  .meta({ id: 'Variant' });

const utmValue = z.string().nullish().meta({ minLength: 1, maxLength: LONGEST_UTM_VALUE });
export const utmFields = z.strictObject(eachOf(UTM_NAMES, utmValue)).meta({ id: 'CampaignParameters' });

const preview = z
  .strictObject({
    title: z.string().nullish().meta({ minLength: 1, maxLength: LONGEST_PREVIEW.title }),
    description: z.string().nullish().meta({ minLength: 1, maxLength: LONGEST_PREVIEW.description }),
    image: imageId
      .nullish()
      .describe('One of your images that is no SVG. Everybody can see it while a code shows it.'),
  })
  .meta({ id: 'LinkPreview' });

const FLAG_MEANINGS: Readonly<Record<FlagField, string>> = {
  paused: 'Stops redirecting scans.',
  forward_query:
    'Passes the query of the short link on to the target. A new GS1 code does, unless this is false; any other does not, unless it is true.',
  count_scans:
    'Stores and counts scans. Without it they lead on, and nothing of them is kept; `max_scans` needs it.',
};

const flagFields = mapFlagFields((field) => z.boolean().optional().describe(FLAG_MEANINGS[field]));

/** The fields of a code with settings for its scans. */
export const controlFields = {
  ...flagFields,
  starts_at: timestamp.nullish().describe('Scans are redirected from this time on. Include the time zone.'),
  ends_at: timestamp.nullish().describe('Scans are redirected until this time. Include the time zone.'),
  max_scans: z.number().nullish().meta({
    minimum: 1,
    maximum: MAX_SCANS_LIMIT,
    description: 'How many scans are redirected in the lifetime of the code.',
  }),
  fallback_url: target
    .nullish()
    .describe('Where scans lead while the code is not active. Without it, they show a page.'),
  password: z.string().nullish().meta({
    minLength: PASSWORD_CHARACTERS.min,
    maxLength: PASSWORD_CHARACTERS.max,
    description: 'Visitors must enter it. Null removes it. It is never shown again.',
  }),
  rules: z.array(rule).optional().meta({
    maxItems: MAX_RULES,
    description: 'The first rule that matches decides where a scan leads. Replaces all rules.',
  }),
  variants: z
    .array(variant)
    .nullish()
    .meta({
      description: `${MIN_VARIANTS} to ${MAX_VARIANTS} targets to split visitors between. The weights add up to 100. Null ends the split.`,
    }),
  utm: utmFields
    .nullish()
    .describe(
      'Adds `utm_source` and so on to the target of a scan, except those that it has itself. An edit merges them; null clears one or all.',
    ),
  preview: preview
    .nullish()
    .describe(
      'What chats and social networks show of the short link. People are redirected as always. An edit merges its fields; null clears one or all.',
    ),
  links: links
    .nullish()
    .describe('Where a GS1 code leads besides its target, by link type. Replaces all links; null for none.'),
};

type ControlBody = z.output<z.ZodObject<typeof controlFields>>;

/** Every field, so that none is accepted and forgotten. */
type Sent<Request> = { readonly [Field in keyof Required<Request>]: Request[Field] | undefined };

/** The fields as the use case takes them; undefined if none was sent. */
export function toControlRequest(body: ControlBody): Sent<ControlRequest> | undefined {
  const isSent = (Object.keys(controlFields) as (keyof ControlBody)[]).some(
    (field) => body[field] !== undefined,
  );
  if (!isSent) return undefined;
  return {
    flags: mapFlagFields((field) => body[field]),
    startsAt: body.starts_at,
    endsAt: body.ends_at,
    maxScans: body.max_scans,
    fallbackUrl: body.fallback_url,
    password: body.password,
    rules: body.rules?.map((one) => ({ ...one, when: toConditions(one.when) })),
    variants: body.variants,
    utm: body.utm,
    preview: body.preview,
    links: body.links && toLinkRequests(body.links),
  };
}

function toConditions({ not_country, timezone, ...when }: z.output<typeof conditions>): ConditionsRequest {
  return { ...when, notCountry: not_country, timeZone: timezone };
}

/** Read-only arrays, as the domain has them. */
export const texts: z.ZodType<readonly string[]> = z.array(z.string());
const shownVariants: z.ZodType<readonly Variant[]> = z.array(
  z.object({ name: z.string(), target: z.string(), weight: z.int().min(0) }),
);

function eachOf<Name extends string, T extends z.ZodType>(names: readonly Name[], schema: T) {
  return Object.fromEntries(names.map((one) => [one, schema])) as Record<Name, T>;
}

const conditionsDetails = z.object({
  ...eachOf(['country', 'not_country', 'region', 'language', ...FACT_NAMES], texts.optional()),
  query: z.record(z.string(), z.string().nullable()).optional(),
  from: timestamp.optional(),
  until: timestamp.optional(),
  weekdays: texts.optional(),
  hours: texts.optional(),
  timezone: z.string().optional(),
});

const shownText = z.string().nullable();

export const shownUtm = z.object(eachOf(UTM_NAMES, shownText)).nullable();

/** The settings for a code's scans; a static code has none. */
export const controlSettings = {
  ...mapFlagFields(() => z.boolean()),
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  max_scans: z.int().min(0).nullable(),
  fallback_url: z.string().nullable(),
  has_password: z.boolean(),
  rules: z.array(z.object({ name: z.string(), target: z.string(), when: conditionsDetails })),
  variants: shownVariants.nullable(),
  utm: shownUtm,
  preview: z.object({ title: shownText, description: shownText, image: shownText }).nullable(),
  links: shownLinks,
};

/** The owner's settings, in their JSON form. */
export function toControlSettings(control: RecordedControl) {
  return {
    ...readFlags(control),
    starts_at: toTimestamp(control.startsAtMs),
    ends_at: toTimestamp(control.endsAtMs),
    max_scans: control.maxScans,
    fallback_url: control.fallbackUrl,
    has_password: control.password !== null,
    rules: control.rules.map((one) => ({ ...one, when: toWhen(one.when) })),
    variants: control.variants.length === 0 ? null : control.variants,
    utm: control.utm ?? null,
    preview: control.preview ? toPreview(control.preview) : null,
    links: toShownLinks(control.links),
  };
}

function toPreview({ title, description, image }: Preview) {
  return { title, description, image: image ?? null };
}

/** The conditions of a rule, in their JSON form, which leaves undefined values out. */
export function toWhen(stored: Conditions) {
  const { notCountry, timeZone, ...when } = toConditionsRequest(stored);
  return { ...when, not_country: notCountry, timezone: timeZone };
}

export function toTimestamp(timeMs: number | null | undefined): string | null {
  return typeof timeMs === 'number' ? new Date(timeMs).toISOString() : null;
}
