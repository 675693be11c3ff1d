import { inField, type NoValues, type ProblemOf } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import {
  findMetadataProblems,
  mergeMetadata,
  type Metadata,
  METADATA_LIMITS,
  type MetadataProblems,
  type MetadataRequest,
} from './metadata.ts';
import { arrangeTags, parseTag, TAG_LIMITS, type TagProblems, toTagKey } from './tags.ts';

/** How an owner organises codes. It does not affect scans, and every code can change it. */
export interface Filing {
  /** In the order of `arrangeTags`. */
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly isArchived: boolean;
}

export const NO_FILING: Filing = { tags: [], metadata: {}, isArchived: false };

/** The fields that an owner may send. An absent field stays unchanged. */
export interface FilingRequest {
  /** Replaces all tags; not together with `addTags` and `removeTags`. */
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly metadata?: MetadataRequest | undefined;
  readonly isArchived?: boolean | undefined;
}

/** Possible problems of an owner's filing. */
export interface FilingProblems extends TagProblems, MetadataProblems {
  readonly tags_and_changes: NoValues;
  readonly tag_added_and_removed: { readonly tag: string };
  readonly too_many_tags: { readonly tags: number; readonly most: number };
  readonly too_many_keys: { readonly most: number };
}

export type FilingProblem = ProblemOf<FilingProblems>;

/** A code's filing after its owner's changes, or all problems of the changes. */
export function changeFiling(current: Filing, request: FilingRequest): Result<Filing, FilingProblem[]> {
  const problems: FilingProblem[] = [];
  const tags = changeTags(current.tags, request, problems);
  const metadata = changeMetadata(current.metadata, request.metadata, problems);
  if (problems.length > 0) return err(problems);
  return ok({ tags, metadata, isArchived: request.isArchived ?? current.isArchived });
}

function changeTags(
  current: readonly string[],
  { tags, addTags, removeTags }: FilingRequest,
  problems: FilingProblem[],
): readonly string[] {
  if (tags && (addTags || removeTags)) {
    problems.push({ code: 'tags_and_changes', field: 'tags', values: {} });
    return current;
  }
  const sent = readTags('tags', tags, problems);
  const added = readTags('add_tags', addTags, problems);
  const removed = new Set(readTags('remove_tags', removeTags, problems).map(toTagKey));
  const kept = (tags ? sent : current).filter((name) => !removed.has(toTagKey(name)));
  const twice = added.find((name) => removed.has(toTagKey(name)));
  if (twice !== undefined)
    problems.push({ code: 'tag_added_and_removed', field: 'remove_tags', values: { tag: twice } });
  const changed = arrangeTags([...kept, ...added]);
  if (twice === undefined && changed.length > TAG_LIMITS.perCode) {
    const values = { tags: changed.length, most: TAG_LIMITS.perCode };
    problems.push({ code: 'too_many_tags', field: tags ? 'tags' : 'add_tags', values });
  }
  return changed;
}

function readTags(
  field: string,
  texts: readonly string[] | undefined,
  problems: FilingProblem[],
): readonly string[] {
  return (texts ?? []).flatMap((text, i) => {
    const tag = parseTag(text);
    if (tag.ok) return [tag.value];
    problems.push(inField(`${field}[${i}]`, tag.error));
    return [];
  });
}

function changeMetadata(
  current: Metadata,
  request: MetadataRequest | undefined,
  problems: FilingProblem[],
): Metadata {
  if (request === undefined) return current;
  const found = findMetadataProblems(request);
  problems.push(...found);
  const merged = mergeMetadata(current, request);
  if (merged) return merged;
  problems.push({ code: 'too_many_keys', field: 'metadata', values: { most: METADATA_LIMITS.keys } });
  return current;
}
