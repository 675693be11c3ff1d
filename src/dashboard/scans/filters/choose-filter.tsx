import { type FilterDimension, parseScanFilters } from '#core/scans/filter.ts';
import { OTHER_VALUES, type ValueCount } from '#core/scans/statistics.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { say } from '#languages/say.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { formatCount } from '../../kit/format-count.ts';
import { Form } from '../../frame/forms/form.ts';
import { readUsualZone } from '../../frame/reader-zone.ts';
import { renderPage } from '../../frame/render.tsx';
import { Button } from '../../kit/buttons.tsx';
import { Field, FilledForm } from '../../kit/field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { ask } from '../analytics.tsx';
import {
  listParameters,
  type Question,
  readQuestion,
  resolveQuestion,
  toQuery,
  withFilter,
} from '../question.ts';
import { type Subject, toAccountSubject } from '../subject.ts';
import { DIMENSION_NAMES, nameValue } from '../words.ts';

/** `GET /analytics/filter?dimension=` */
export function chooseAccountFilter(c: DashboardContext): Promise<Response> {
  return chooseFilterOf(c, toAccountSubject(), 'Analytics');
}

/** Lists the values; a typed `value` is followed at once, as a link of the list is. */
export async function chooseFilterOf(
  c: DashboardContext,
  subject: Subject,
  section: 'Codes' | 'Analytics',
): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const read = readQuestion(query, subject.dimensions, readUsualZone(c)).question;
  const { question, ...resolved } = resolveQuestion({ ...read, compare: undefined }, c.get('deps').nowMs());
  const form = new Form([['value', query.get('value') ?? '']]);
  const dimension = subject.dimensions.find((name) => name === query.get('dimension')) ?? 'country';
  // The menu has all of its values.
  if (dimension === 'device') return c.redirect(subject.path + toQuery(read), 303);
  if (form.trimmed('value') !== '') {
    const filter = parseScanFilters([`${dimension}:${form.trimmed('value')}`], subject.dimensions);
    if (filter.ok)
      return c.redirect(subject.path + toQuery(read, { filters: [...read.filters, ...filter.value] }), 303);
    for (const { fault } of filter.error) form.refuse('value', sayInForm(fault));
  }
  const { statistics } = await ask(c, subject, { ...resolved, question: { ...question, by: dimension } });
  const title = say('Filter by {dimension}', { dimension: say(DIMENSION_NAMES[dimension]) });
  return renderPage(
    c,
    { title, section, status: form.status },
    <FilterPage {...{ subject, dimension, statistics, form }} question={read} />,
  );
}

interface FilterPageProps {
  readonly subject: Subject;
  /** It has no filter of the dimension, which would hide the other values. */
  readonly question: Question;
  /** The one to filter by; devices are in the menu. */
  readonly dimension: Exclude<FilterDimension, 'device'>;
  /** Null if nothing is known right now. */
  readonly statistics: Statistics | null;
  /** What was typed instead of being chosen. */
  readonly form: Form;
}

/** The values of a dimension, each a link to the statistics filtered by it. The menu of filters shows the list in its place. */
function FilterPage({ subject, question, dimension, statistics, form }: FilterPageProps) {
  const counts = statistics?.breakdowns?.get(dimension) ?? null;
  const named = (counts ?? []).filter(({ value }) => value !== OTHER_VALUES);
  return (
    <NarrowPage
      back={{ href: subject.path + toQuery(question), label: subject.heading }}
      title={say('Filter by {dimension}', { dimension: say(DIMENSION_NAMES[dimension]) })}
    >
      <div data-filter-values>
        {counts === null ? (
          <Notice>{say('The values are not available right now. Please try again in a moment.')}</Notice>
        ) : named.length === 0 ? (
          <p>{say('No scans in this period.')}</p>
        ) : (
          <FilterValues {...{ subject, question, dimension, named }} />
        )}
      </div>
      {counts?.length === named.length ? null : <OtherValue {...{ subject, question, dimension, form }} />}
    </NarrowPage>
  );
}

function FilterValues({
  subject: { path },
  question,
  dimension,
  named,
}: Omit<FilterPageProps, 'statistics' | 'form'> & { readonly named: readonly ValueCount[] }) {
  return (
    <ul class="filter-values">
      {named.map(({ value, scans }) => (
        <li>
          <a href={path + toQuery(question, withFilter(question, { dimension, value }))}>
            <bdi>{nameValue(dimension, value)}</bdi> <span>{formatCount(scans)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The list has the most frequent values; any other can be typed. */
function OtherValue({ subject: { path }, question, dimension, form }: Omit<FilterPageProps, 'statistics'>) {
  // A form with the method GET sends only its fields.
  return (
    <FilledForm form={form} method="get" action={`${path}/filter`} hidden={{ dimension }}>
      {listParameters(question).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Field name="value" label={say('Another value')} attributes={{ autocomplete: 'off', maxlength: 110 }} />
      <Button kind="second">{say('Filter')}</Button>
    </FilledForm>
  );
}
