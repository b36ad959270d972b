import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What Schemathesis wrote of one run (`--report ndjson`), as far as it is judged by. */
export interface Run {
  seed: number;
  /** How phases ended, by name: `success`, `failure`, `error`, `skip`, `interrupted`. */
  phases: Record<string, string>;
  /** Why the engine stopped; nothing when it did not say. */
  stopReason: string | undefined;
  /** Errors of the engine itself, of hooks and of the network. */
  errors: string[];
  failures: string[];
  /** Requests by `METHOD /path`, and how many of them went through. */
  operations: Map<string, { asked: number; done: number }>;
  /** Transitions that the document declares and that were followed, by `source -> link`, and how many went through. */
  links: Map<string, { followed: number; done: number }>;
}

interface Line {
  Initialize?: { seed: number };
  PhaseFinished?: { phase: { name: string }; status: string };
  EngineFinished?: { stop_reason: string };
  NonFatalError?: { label: string; value: { message: string } };
  FatalError?: { exception: { message: string } };
  ScenarioFinished?: { phase: string; recorder: Recorder };
}

interface Recorder {
  label: string;
  cases?: Record<
    string,
    {
      value: { method: string; path: string };
      transition?: { id: string; is_inferred: boolean };
      is_transition_applied: boolean;
    }
  >;
  checks?: Record<
    string,
    { name: string; status: string; failure_info?: { failure: { title?: string; message: string } } }[]
  >;
  interactions?: Record<string, { request: { method: string; uri: string }; response?: Response }>;
}
interface Response {
  status_code: number;
  content?: { $base64: string };
}

const isDone = (response: Response | undefined): boolean =>
  response !== undefined && response.status_code >= 200 && response.status_code < 300;
const textOf = (response: Response | undefined): string =>
  Buffer.from(response?.content?.$base64 ?? '', 'base64')
    .toString('utf8')
    .slice(0, 600);

export async function readRun(path: string): Promise<Run> {
  const run: Run = {
    seed: Number.NaN,
    phases: {},
    stopReason: undefined,
    errors: [],
    failures: [],
    operations: new Map(),
    links: new Map(),
  };
  for await (const text of createInterface({ input: createReadStream(path, 'utf8') }))
    note(run, JSON.parse(text) as Line);
  return run;
}

function note(run: Run, line: Line): void {
  const { Initialize, PhaseFinished, EngineFinished, NonFatalError, FatalError, ScenarioFinished } = line;
  if (Initialize) run.seed = Initialize.seed;
  if (PhaseFinished) run.phases[PhaseFinished.phase.name] = PhaseFinished.status;
  if (EngineFinished) run.stopReason = EngineFinished.stop_reason;
  if (NonFatalError) run.errors.push(`${NonFatalError.label}: ${NonFatalError.value.message}`);
  if (FatalError) run.errors.push(FatalError.exception.message);
  if (ScenarioFinished) noteScenario(run, ScenarioFinished.recorder);
}

function noteScenario(run: Run, { cases = {}, checks = {}, interactions = {} }: Recorder): void {
  for (const [id, { value, transition, is_transition_applied }] of Object.entries(cases)) {
    const interaction = interactions[id];
    if (interaction === undefined) continue;
    const label = `${value.method.toUpperCase()} ${value.path}`;
    const counted = run.operations.get(label) ?? { asked: 0, done: 0 };
    run.operations.set(label, {
      asked: counted.asked + 1,
      done: counted.done + (isDone(interaction.response) ? 1 : 0),
    });
    if (transition === undefined || transition.is_inferred || !is_transition_applied) continue;
    const followed = run.links.get(transition.id) ?? { followed: 0, done: 0 };
    run.links.set(transition.id, {
      followed: followed.followed + 1,
      done: followed.done + (isDone(interaction.response) ? 1 : 0),
    });
  }
  for (const [id, each] of Object.entries(checks))
    for (const { name, status, failure_info: info } of each) {
      if (status === 'success') continue;
      const { request, response } = interactions[id] ?? {};
      run.failures.push(
        `${name}: ${request?.method} ${request?.uri} answered ${response?.status_code}\n` +
          `${info?.failure.title ?? ''} ${info?.failure.message ?? status}\n${textOf(response)}`,
      );
    }
}
