import { err, ok, type Result } from '../result.ts';
import {
  findMetadataProblems,
  mergeMetadata,
  type Metadata,
  METADATA_LIMITS,
  type MetadataRequest,
} from './metadata.ts';
import { arrangeTags, parseTag, TAG_LIMITS, toTagKey } from './tags.ts';

/** How an owner keeps order among codes. It decides nothing about scans, and any code can change it. */
export interface Labels {
  /** In the order of `arrangeTags`. */
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly isArchived: boolean;
}

export const NO_LABELS: Labels = { tags: [], metadata: {}, isArchived: false };

/** What an owner may send. An absent field stays as it is. */
export interface LabelsRequest {
  /** Replaces all; not together with `addTags` and `removeTags`. */
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly metadata?: MetadataRequest | undefined;
  readonly isArchived?: boolean | undefined;
}

export interface LabelsProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** A code's labels after its owner's changes, or all that is wrong with these. */
export function changeLabels(current: Labels, request: LabelsRequest): Result<Labels, LabelsProblem[]> {
  const problems: LabelsProblem[] = [];
  const tags = changeTags(current.tags, request, problems);
  const metadata = changeMetadata(current.metadata, request.metadata, problems);
  if (problems.length > 0) return err(problems);
  return ok({ tags, metadata, isArchived: request.isArchived ?? current.isArchived });
}

function changeTags(
  current: readonly string[],
  { tags, addTags, removeTags }: LabelsRequest,
  problems: LabelsProblem[],
): readonly string[] {
  if (tags && (addTags || removeTags)) {
    const message = '"tags" replaces all tags: send it, or "add_tags" and "remove_tags".';
    problems.push({ field: 'tags', code: 'conflict', message });
    return current;
  }
  const sent = readTags('tags', tags, problems);
  const added = readTags('add_tags', addTags, problems);
  const removed = new Set(readTags('remove_tags', removeTags, problems).map(toTagKey));
  const kept = (tags ? sent : current).filter((name) => !removed.has(toTagKey(name)));
  const twice = added.find((name) => removed.has(toTagKey(name)));
  if (twice !== undefined) {
    const message = `"remove_tags" holds "${twice}", which "add_tags" holds too.`;
    problems.push({ field: 'remove_tags', code: 'conflict', message });
  }
  const changed = arrangeTags([...kept, ...added]);
  if (twice === undefined && changed.length > TAG_LIMITS.perCode) {
    const field = tags ? 'tags' : 'add_tags';
    const message = `"${field}" gives the code ${changed.length} tags; it may have at most ${TAG_LIMITS.perCode}.`;
    problems.push({ field, code: 'too_big', message });
  }
  return changed;
}

function readTags(
  field: string,
  texts: readonly string[] | undefined,
  problems: LabelsProblem[],
): readonly string[] {
  return (texts ?? []).flatMap((text, i) => {
    const tag = parseTag(text);
    if (tag.ok) return [tag.value];
    problems.push({
      field: `${field}[${i}]`,
      code: 'invalid_value',
      message: `"${field}[${i}]" ${tag.error}`,
    });
    return [];
  });
}

function changeMetadata(
  current: Metadata,
  request: MetadataRequest | undefined,
  problems: LabelsProblem[],
): Metadata {
  if (request === undefined) return current;
  const found = findMetadataProblems(request);
  problems.push(...found);
  const merged = mergeMetadata(current, request);
  if (merged) return merged;
  const message = `"metadata" gives the code more than ${METADATA_LIMITS.keys} keys; null removes one.`;
  problems.push({ field: 'metadata', code: 'too_big', message });
  return current;
}
