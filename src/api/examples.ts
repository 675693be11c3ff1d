import { readFlags } from '#core/control/flags.ts';
import { qrCodeDetails } from '#contract/codes/responses.ts';
import type { QrCodeDetailsResource } from '#contract/resources.ts';
import { CSV_HEAD, toCsvLine } from '#service/exports/codes.ts';

/** Examples of responses, as the OpenAPI document shows them. */

export const NEW_CODE = { target: 'https://example.com/menu', dynamic: true, title: 'Menu' };

export const CODE = {
  id: 'qr_k7m2p9qa',
  type: 'url',
  target: 'https://example.com/menu',
  dynamic: true,
  short_url: 'https://go.example.com/k7m2p9qa',
  image_url: 'https://cdn.example.com/qr/k7m2p9qa.png',
  svg_url: 'https://cdn.example.com/qr/k7m2p9qa.svg',
  scans: 0,
  created_at: '2026-11-21T12:00:00.000Z',
};

/** The fields that may be null, as those of a plain code. */
const EMPTY = Object.fromEntries(
  Object.entries(qrCodeDetails.shape).flatMap(([field, schema]) =>
    schema.safeParse(null).success ? [[field, null]] : [],
  ),
);

export const DETAILS = {
  ...EMPTY,
  ...CODE,
  title: 'Menu',
  color: { dark: '#000000', light: '#ffffff' },
  format: 'png',
  size: 1024,
  margin: 4,
  error_correction: 'M',
  updated_at: '2026-11-21T12:00:00.000Z',
  status: 'active',
  ...readFlags({}),
  has_password: false,
  rules: [],
  external_id: 'menu-1',
  tags: ['Berlin', 'Menus'],
  metadata: { table: '12' },
  archived: false,
  symbol_version: 2,
};

export const NAMES = {
  data: [
    {
      host: null,
      path: 'menu-1',
      short_url: 'https://go.example.com/menu-1',
      is_printed: true,
      created_at: '2026-11-21T12:00:00.000Z',
    },
    {
      host: null,
      path: 'spring-sale',
      short_url: 'https://go.example.com/spring-sale',
      is_printed: false,
      created_at: '2026-11-22T12:00:00.000Z',
    },
  ],
};

export const DOMAIN = {
  id: 'dom_5d1c8e2f90a7b346',
  host: 'go.brand.example',
  state: 'active',
  problem: null,
  is_default: false,
  root_url: null,
  not_found_url: null,
  expired_url: null,
  app_links: { apple: null, android: null },
  records: [
    {
      purpose: 'routing',
      type: 'CNAME',
      name: 'go.brand.example',
      value: 'links.example.com',
      found: true,
    },
  ],
  created_at: '2026-11-21T12:00:00.000Z',
  verified_at: '2026-11-21T12:05:00.000Z',
  checked_at: '2026-11-21T12:05:00.000Z',
  checks: {
    dns: true,
    certificate: true,
    registration: { expires_at: '2027-04-02T00:00:00.000Z', holds: [] },
    listed: null,
    checked_at: '2026-11-21T12:10:00.000Z',
  },
};

export const FILE = {
  id: 'file_3f9a1c5e7b2d8046',
  name: 'Menu.pdf',
  content_type: 'application/pdf',
  bytes: 2_411_724,
  url: 'https://go.example.com/file/3f9a1c5e7b2d8046/Menu.pdf',
  in_use: false,
  created_at: '2026-11-21T12:00:00.000Z',
};

export const ACCOUNT = {
  id: 'acc_6c1f0a9be27d4453',
  name: 'Bella Fig GmbH',
  plan: 'free',
  brand: {
    name: 'Bella Fig',
    color: '#7a1f3d',
    shown_colors: { button_text: '#ffffff', light: '#7a1f3d', dark: '#ab7285' },
    logo: null,
  },
};

export const USAGE = {
  plan: 'free',
  month: '2026-11',
  quotas: {
    codes: { limit: 5_000, used: 312 },
    codes_per_month: { limit: 5_000, used: 40 },
    api_keys: { limit: 20, used: 2 },
    people: { limit: 10, used: 3 },
    stored_bytes: { limit: 10_000_000, used: 38_110 },
    domains: { limit: 1, used: 1 },
    file_bytes: { limit: 100_000_000, used: 2_411_724 },
    webhooks: { limit: 10, used: 1 },
  },
  edits_kept_per_code: 100,
  events_kept: 5_000,
  requests_per_minute: 60,
};

export const STATISTICS = {
  id: CODE.id,
  total_scans: 3,
  unique_scans: 2,
  range: 'last_7_days',
  by_day: ['15', '16', '17', '18', '19', '20', '21'].map((day) => ({
    date: `2026-11-${day}`,
    scans: day === '21' ? 3 : 0,
  })),
  by_device: { mobile: 2, desktop: 1, tablet: 0 },
};

export const ACCOUNT_STATISTICS = {
  total_scans: STATISTICS.total_scans,
  unique_scans: STATISTICS.unique_scans,
  range: STATISTICS.range,
  by_day: STATISTICS.by_day,
  by_device: STATISTICS.by_device,
  new_codes: 1,
  top_codes: [{ id: CODE.id, title: 'Menu', scans: 3, scans_before: 0 }],
  rising_codes: [{ id: CODE.id, title: 'Menu', scans: 3, scans_before: 0 }],
  falling_codes: [],
  codes_as_of: '2026-11-21T12:00:00.000Z',
};

export const BULK_RESPONSE = {
  data: [
    { index: 0, status: 200, code: CODE },
    {
      index: 1,
      status: 400,
      error: {
        code: 'low_contrast',
        message: 'The colours are too alike to be scanned reliably.',
        errors: [
          {
            field: 'color',
            code: 'low_contrast',
            message: 'The colours are too alike to be scanned reliably.',
          },
        ],
      },
    },
  ],
};

export const BULK_UPSERT_RESPONSE = {
  data: [{ index: 0, status: 200, upsert: 'unchanged', code: DETAILS }],
};

export const ACTIVITY = {
  id: 'act_3f9a6c0d12e45b78',
  action: 'api_key.created',
  created_at: '2026-11-21T12:00:00.000Z',
  actor: { type: 'person', id: 'per_0123456789abcdef', name: 'Ada' },
  subject: { type: 'api_key', id: 'key_0123456789abcdef', name: 'Shop' },
  note: 'full',
};

export const EDIT = {
  edited_at: '2026-11-21T12:00:00.000Z',
  editor: { type: 'person', id: 'per_0123456789abcdef', name: 'Ada' },
  edits: 1,
  changed: ['target'],
  from: { target: 'https://example.com/menu' },
  to: { target: 'https://example.com/winter-menu' },
};

export const IMPORT = {
  id: 'imp_3f9a6c0d12e45b78',
  status: 'done',
  dry_run: true,
  on_conflict: 'skip',
  format: 'csv',
  source: 'bitly',
  ignored_columns: ['Archived by'],
  counts: { rows: 2, done: 2, created: 1, updated: 0, unchanged: 0, skipped: 0, failed: 1, deleted: 0 },
  failure: null,
  can_start: true,
  can_undo: false,
  undoes: null,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:01.000Z',
};

export const IMPORT_ROW = {
  row: 2,
  line: 3,
  state: 'failed',
  id: null,
  external_id: 'links.example:spring',
  target: 'javascript:alert(1)',
  title: 'Spring',
  tags: ['print', 'sale'],
  short_url: null,
  changes: [],
  error: {
    code: 'invalid_request',
    message: 'The URL must begin with http:// or https://.',
    errors: [
      { field: 'target', code: 'invalid_value', message: 'The URL must begin with http:// or https://.' },
    ],
  },
  warnings: [],
};

export const CODES_CSV = `${CSV_HEAD}${toCsvLine(DETAILS as unknown as QrCodeDetailsResource)}`;

export const STATISTICS_CSV = 'date,scans\r\n2026-11-20,0\r\n2026-11-21,3\r\n';

export const PRINT_CHECK = {
  id: CODE.id,
  modules: 25,
  module_mm: 0.606,
  width_mm: 20,
  height_mm: 20,
  quiet_zone_modules: 4,
  quiet_zone_mm: 2.42,
  max_distance_mm: 200,
  min_width_mm: 50,
  point_of_sale: { min_width_mm: 13.07, max_width_mm: 32.67, fits: true },
  caption: null,
  inks: ['black'],
  colors: [],
  warnings: [
    {
      code: 'distance_too_far',
      message: 'Phones read it from up to 20 cm. To be read from 50 cm, it has to be 50 mm wide.',
    },
  ],
  summary:
    'Printed 20 mm wide in black ink, with modules of 0.61 mm, it reads from up to 20 cm: one warning.',
};

export const TEMPLATE = {
  id: 'tpl_3f9a6c0d12e45b78',
  name: 'Menus',
  style: {
    modules: 'dot',
    eyes: { shape: 'rounded', color: null },
    gradient: null,
    background: 'solid',
    logo: null,
    frame: null,
  },
  color: { dark: '#123456', light: '#ffffff' },
  margin: 4,
  error_correction: 'Q',
  utm: { source: 'flyer', medium: 'print', campaign: null, term: null, content: null },
  default: true,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
};

export const IMAGE = {
  id: 'img_9c1e7a40b2d35f68',
  name: 'Blue Fig.png',
  width: 800,
  height: 600,
  sha256: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  bytes: 9120,
  in_use: false,
  created_at: '2026-11-21T12:00:00.000Z',
};

export const NEW_TEMPLATE = {
  name: 'Menus',
  style: { modules: 'dot', eyes: { shape: 'rounded' } },
  utm: { source: 'flyer', medium: 'print' },
  default: true,
};
