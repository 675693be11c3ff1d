import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { FoundPattern } from './find-patterns.ts';
import type { Pump } from './find-slow-text.ts';

/** Characters of every kind that patterns tell apart. */
export const CHARACTERS = Array.from(
  ' aA1.\n\t\r-_,;:/\\\'"`<>(){}[]=&?!#%+*@$^|~eEfFxXzZ0é\u00df\u0430\u03b1\u3042\u4e00\u200f\u0000\u{1f600}\u2028',
);

/** Ends that make most matches fail, of which a pattern accepts one or the other. */
const ENDS = ['', '\u0000', 'x', '{', '!\n', '\\'];

/**
 * Texts that repeat what a pattern looks for, in whole and in part.
 * @param variants how many texts stand for what a part of it matches
 */
export function pumpPattern({ source, flags }: FoundPattern, variants: number): Pump[] {
  const { pattern } = new RegExpParser().parseLiteral(`/${source}/${flags}`);
  const favourites = rankCharacters(pattern, flags);
  const samples = Array.from({ length: variants }, (_, variant) => sampler(flags, favourites, variant));
  const pumps = samples
    .flatMap((sample) => listSequences(pattern, '', sample).flatMap((one) => pumpSequence(one, sample)))
    .filter(({ unit }) => unit !== '');
  return [...new Map(pumps.map((pump) => [JSON.stringify(pump), pump])).values()];
}

/** Repeats each run of parts, after what stands before it and without that. */
function pumpSequence({ start, elements }: Sequence, sample: Sample): Pump[] {
  const texts = joinWords(elements).map((part) => part.map(sample).join(''));
  const runs = texts.flatMap((_, from) => texts.slice(from).map((_text, more) => [from, from + more + 1]));
  return runs.flatMap(([from, to]) => {
    const before = start + texts.slice(0, from).join('');
    const unit = texts.slice(from, to).join('');
    const after = texts.slice(to).join('');
    return ['', before].flatMap((first) => [...ENDS, after].map((end) => ({ start: first, unit, end })));
  });
}

type Sample = (node: AST.Element) => string;

interface Sequence {
  readonly start: string;
  readonly elements: readonly AST.Element[];
}

/** Each alternative of the pattern and of its groups, after what stands before it. */
function listSequences(
  { alternatives }: AST.Pattern | AST.Group | AST.CapturingGroup | AST.LookaroundAssertion,
  start: string,
  sample: Sample,
): Sequence[] {
  return alternatives.flatMap(({ elements }) => [
    { start, elements },
    ...elements.flatMap((element, i) => {
      const inner = element.type === 'Quantifier' ? element.element : element;
      const before = start + elements.slice(0, i).map(sample).join('');
      return 'alternatives' in inner ? listSequences(inner, before, sample) : [];
    }),
  ]);
}

/** The parts of a sequence: characters that follow each other are one. */
function joinWords(elements: readonly AST.Element[]): AST.Element[][] {
  return elements.reduce<AST.Element[][]>((parts, element) => {
    const last = parts.at(-1);
    if (element.type === 'Character' && last?.[0]?.type === 'Character') last.push(element);
    else parts.push([element]);
    return parts;
  }, []);
}

/** The characters, those first that most parts of the pattern accept: parts that accept the same can quarrel about it. */
function rankCharacters(pattern: AST.Pattern, flags: string): string[] {
  const sets = new Set<string>();
  const collect = (node: AST.Element): void => {
    if (node.type === 'Quantifier') collect(node.element);
    else if ('alternatives' in node) node.alternatives.forEach(({ elements }) => elements.forEach(collect));
    else if (node.type.startsWith('Character')) sets.add(node.raw);
  };
  pattern.alternatives.forEach(({ elements }) => elements.forEach(collect));
  const tests = Array.from(sets, (raw) => new RegExp(`^${raw}$`, flags));
  const uses = (character: string) => tests.filter((test) => test.test(character)).length;
  const counted = CHARACTERS.map((character) => [character, uses(character)] as const);
  return counted.toSorted(([, a], [, b]) => b - a).map(([character]) => character);
}

/** Gives a text that a part of a pattern matches, another one for each variant. */
function sampler(flags: string, favourites: readonly string[], variant: number): Sample {
  const accepted = new Map<string, string>();
  const pick = (raw: string) => {
    const test = new RegExp(`^${raw}$`, flags);
    const fitting = favourites.filter((character) => test.test(character));
    // From both sides in turn: what other parts accept too, and what only this one does.
    const place = (variant >> 1) % fitting.length;
    return fitting.at(variant % 2 === 0 ? place : -1 - place) ?? '';
  };
  const sample: Sample = (node) => {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value);
      case 'CharacterSet':
      case 'CharacterClass':
        if (!accepted.has(node.raw)) accepted.set(node.raw, pick(node.raw));
        return accepted.get(node.raw) ?? '';
      case 'Quantifier':
        return sample(node.element).repeat(Math.max(1, node.min));
      case 'Group':
      case 'CapturingGroup': {
        const { elements = [] } = node.alternatives[variant % node.alternatives.length] ?? {};
        return elements.map(sample).join('');
      }
      default:
        return '';
    }
  };
  return sample;
}
