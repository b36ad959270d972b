import { runQpdf } from './qpdf.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Dict = Record<string, Json>;
type Objects = Record<string, { value?: Json; stream?: { dict: Dict } }>;

/** Keys that name something to be run: additional actions, scripts, XFA forms, and what runs on opening. */
const ACTIVE_KEYS = new Set(['/AA', '/OpenAction', '/JS', '/JavaScript', '/XFA']);
/** Actions (ISO 32000-2, Table 201) that run code, start programs, or carry data in or out. */
const ACTIVE_ACTIONS = new Set(['/JavaScript', '/Launch', '/SubmitForm', '/ImportData']);

/**
 * The PDF without anything that acts by itself: OpenAction, AA, JavaScript, Launch and form submission, XFA. Only the
 * objects concerned change; qpdf then writes the file anew, which drops what nothing leads to any more.
 *
 * @returns undefined when qpdf cannot do it
 */
export async function disarm(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  const described = await runQpdf(
    ['--json=2', '--json-key=qpdf', '--json-stream-data=none', '/in.pdf', '/objects.json'],
    { '/in.pdf': pdf },
  );
  if (described.status !== 0) return undefined;
  const text = Buffer.from(described.read('/objects.json')).toString('utf8');
  const { qpdf } = JSON.parse(text) as { qpdf: [Dict, Objects] };
  const update = { qpdf: [qpdf[0], disarmedObjects(qpdf[1])] };
  const written = await runQpdf(
    [
      '--update-from-json=/update.json',
      '--object-streams=preserve',
      '--deterministic-id',
      '/in.pdf',
      '/out.pdf',
    ],
    { '/in.pdf': pdf, '/update.json': Buffer.from(JSON.stringify(update)) },
  );
  return written.status === 2 ? undefined : written.read('/out.pdf');
}

/** Those objects that had to change, as qpdf's JSON (version 2) wants them. */
export function disarmedObjects(objects: Objects): Objects {
  const changed: Objects = {};
  for (const [key, object] of Object.entries(objects)) {
    if (key === 'trailer') continue;
    const before = object.stream?.dict ?? object.value ?? null;
    const after = isActiveAction(before, objects) ? null : without(before, objects);
    if (after === before) continue;
    changed[key] = object.stream ? { stream: { dict: (after ?? {}) as Dict } } : { value: after };
  }
  return changed;
}

/** The value without its active parts; the very same value when it has none. */
function without(value: Json, objects: Objects): Json {
  if (Array.isArray(value)) {
    const kept = value.filter((item) => !isActiveAction(item, objects)).map((item) => without(item, objects));
    return kept.length === value.length && kept.every((item, index) => item === value[index]) ? value : kept;
  }
  if (value === null || typeof value !== 'object') return value;
  let changed = false;
  const kept: Dict = {};
  for (const [key, member] of Object.entries(value)) {
    if (ACTIVE_KEYS.has(key) || isActiveAction(member, objects)) {
      changed = true;
      continue;
    }
    const inner = without(member, objects);
    changed ||= inner !== member;
    kept[key] = inner;
  }
  return changed ? kept : value;
}

function isActiveAction(value: Json, objects: Objects): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const type = resolve(value['/S'] ?? null, objects);
  return typeof type === 'string' && ACTIVE_ACTIONS.has(type);
}

function resolve(value: Json, objects: Objects): Json {
  return typeof value === 'string' && /^\d+ \d+ R$/.test(value)
    ? (objects[`obj:${value}`]?.value ?? null)
    : value;
}
