import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import { formatLogoPicture, LOGO_UNITS } from '#core/logos/logo-picture.ts';
import type { LogoPath } from '#core/drawing.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { PictureProblem } from './picture-file.ts';
import {
  applyProperties,
  DEFAULT_LOOK,
  isProperty,
  readDeclarations,
  readStyleSheet,
  type SvgLook,
  type SvgRules,
} from './svg-look.ts';
import { checkTransform, GEOMETRY, readLength, toOutlines, toPathData } from './svg-outlines.ts';
import { refuse, refuseDamaged, refuseTooManyPoints, SvgRefusal } from './svg-refusal.ts';

export interface SvgPicture {
  readonly paths: readonly LogoPath[];
  /** The width of the viewBox, in whole units. */
  readonly width: number;
  readonly height: number;
}

/** The bounds of an SVG. Its paths are at most as large as a stored PNG, because each SVG of a code with the logo contains them. */
const LARGEST_FILE = 256 * 1024;
const LARGEST_PATHS = 48 * 1024;
const MOST_ELEMENTS = 2000;
const DEEPEST = 32;
const LARGEST_SIDE = 1e6;

/**
 * Reads an SVG as filled outlines in plain colours, through a list of what may be in it: nothing of its text is kept. Whatever else would
 * change its look is refused by name, so a logo never differs silently from its file.
 */
export function readSvg(bytes: Uint8Array): Result<SvgPicture, PictureProblem> {
  try {
    return ok(toPicture(bytes));
  } catch (error) {
    if (!(error instanceof SvgRefusal)) throw error;
    const { code, message } = error;
    return err({ code, message });
  }
}

function toPicture(bytes: Uint8Array): SvgPicture {
  if (bytes.length > LARGEST_FILE)
    throw new SvgRefusal(
      'too_large',
      `The SVG is larger than ${LARGEST_FILE / 1024} KiB: simplify it, or upload a PNG instead.`,
    );
  const root = parseRoot(bytes);
  const { transform, width, height } = readViewBox(root);
  const rules = new Map<string, ReadonlyMap<string, string>>();
  collectRules(root, rules);
  const drawing = { rules, paths: [], elements: 0 };
  for (const name of Object.keys(root.attributes)) checkAttribute(name, ROOT_ATTRIBUTES);
  drawChildren(root, { look: lookOf(root, DEFAULT_LOOK, rules), transform, depth: 1 }, drawing);
  const { paths } = drawing;
  if (paths.length === 0) throw new SvgRefusal('empty', 'The SVG shows nothing: no shape in it has a fill.');
  if (formatLogoPicture({ paths }).length > LARGEST_PATHS) refuseTooManyPoints();
  return { paths, width, height };
}

function parseRoot(bytes: Uint8Array): XmlElement {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return refuseDamaged('its text is not UTF-8');
  }
  if (/<!DOCTYPE[^<>[]*\[/i.test(text) || /<!ENTITY/i.test(text))
    throw new SvgRefusal(
      'unsupported',
      'The SVG declares entities, which a logo cannot have: save it again as plain SVG 1.1.',
    );
  let root: XmlElement | null;
  try {
    // Elements that are nested deeply exhaust the stack, which is an error like another here.
    // parseXml makes line feeds of carriage returns itself (XML 1.0 §2.11), but copies the whole text for each.
    root = parseXml(text.replaceAll(/\r\n?/g, '\n')).root;
  } catch {
    return refuseDamaged('it is not well-formed XML');
  }
  if (root?.name !== 'svg')
    throw new SvgRefusal(
      'not_an_image',
      'The body is XML without an SVG: images are PNG, JPEG or SVG files.',
    );
  return root;
}

/** The square of a logo around the middle of the picture. */
function readViewBox({ attributes }: XmlElement) {
  const { viewBox, width: wide, height: high } = attributes;
  if (attributes['preserveAspectRatio']?.startsWith('none') === true) refuse('preserveAspectRatio');
  const [x = 0, y = 0, width = 0, height = 0, ...others] = viewBox
    ? viewBox
        .trim()
        .split(/[\s,]+/)
        .map(readLength)
    : [0, 0, readLength(wide ?? ''), readLength(high ?? '')];
  const isSize = [width, height].every((side) => side > 0 && side <= LARGEST_SIDE);
  if (!isSize || others.length > 0) refuseDamaged('its viewBox is no size');
  const side = Math.max(width, height);
  const scale = LOGO_UNITS / side;
  const transform = `scale(${scale}) translate(${(side - width) / 2 - x} ${(side - height) / 2 - y})`;
  const whole = (length: number) => Math.max(1, Math.round(length));
  return { transform, width: whole(width), height: whole(height) };
}

/** What applies to an element from those around it. */
interface Around {
  readonly look: SvgLook;
  readonly transform: string;
  readonly depth: number;
}

interface Drawing {
  readonly rules: SvgRules;
  readonly paths: LogoPath[];
  elements: number;
}

/** Elements that draw nothing themselves. What refers to them is refused. */
const SILENT =
  /^(?:title|desc|metadata|defs|style|clipPath|linearGradient|radialGradient|(?:sodipodi|inkscape):.+)$/;

function drawChildren({ children }: XmlElement, around: Around, drawing: Drawing): void {
  for (const child of children) if (child instanceof XmlElement) drawElement(child, around, drawing);
}

function drawElement(element: XmlElement, { look, transform, depth }: Around, drawing: Drawing): void {
  const { name, attributes } = element;
  if (SILENT.test(name)) return;
  const geometry = name === 'g' ? [] : (GEOMETRY.get(name) ?? refuse(name));
  if (++drawing.elements > MOST_ELEMENTS || depth > DEEPEST)
    throw new SvgRefusal(
      'too_large',
      `The SVG has more than ${MOST_ELEMENTS} elements, or groups in more than ${DEEPEST} others: simplify it.`,
    );
  for (const attribute of Object.keys(attributes)) checkAttribute(attribute, ['transform', ...geometry]);
  const own = lookOf(element, look, drawing.rules);
  if (own.isHidden) return;
  const inside = `${transform} ${checkTransform(attributes['transform'] ?? '')}`;
  if (name === 'g') drawChildren(element, { look: own, transform: inside, depth: depth + 1 }, drawing);
  else {
    const outlines = own.fill === null ? [] : toOutlines(toPathData(name, attributes), inside);
    const rule = own.rule === 'nonzero' ? { rule: own.rule } : {};
    if (own.fill !== null && outlines.length > 0) drawing.paths.push({ fill: own.fill, ...rule, outlines });
  }
}

const ROOT_ATTRIBUTES = ['viewBox', 'width', 'height', 'x', 'y', 'preserveAspectRatio'];

/** Attributes of other programs and of pages, which change no picture. */
const ASIDE =
  /^(?:id|class|style|role|lang|tabindex|focusable|version|baseProfile|xmlns|(?:data|aria)-.+|[\w-]+:.+)$/;

function checkAttribute(name: string, geometry: readonly string[]): void {
  if (/(?:^|:)href$/.test(name)) refuse(name);
  if (!geometry.includes(name) && !ASIDE.test(name) && !isProperty(name)) refuse(name);
}

/** Attributes give way to classes, and these to the attribute style (SVG 2 §6.6, CSS Cascade 4 §6). */
function lookOf({ attributes }: XmlElement, around: SvgLook, rules: SvgRules): SvgLook {
  const properties = new Map<string, string>();
  const add = (more: Iterable<readonly [string, string]>) => {
    for (const [name, value] of more) properties.set(name, value);
  };
  for (const [name, value] of Object.entries(attributes))
    if (isProperty(name)) properties.set(name, value.trim().toLowerCase());
  const classes = new Set((attributes['class'] ?? '').split(/\s+/));
  for (const [name, ofClass] of rules) if (classes.has(name)) add(ofClass);
  add(readDeclarations(attributes['style'] ?? ''));
  return applyProperties(around, properties);
}

/** Style sheets apply to the whole document, wherever they stand. */
function collectRules(element: XmlElement, rules: Map<string, ReadonlyMap<string, string>>): void {
  for (const child of element.children) {
    if (!(child instanceof XmlElement)) continue;
    if (child.name !== 'style') collectRules(child, rules);
    else
      readStyleSheet(
        child.children.map((text) => (text instanceof XmlText ? text.text : '')).join(''),
        rules,
      );
  }
}
