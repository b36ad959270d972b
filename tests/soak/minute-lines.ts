import { SERVICES, type ServicesApart } from '../support/services-apart.ts';
import type { MixedLoad } from './mixed-load.ts';
import type { Watch } from './watch.ts';

/** A line a minute of what the watch saw last. */
export class MinuteLines {
  readonly lines: object[] = [];
  readonly #timer: NodeJS.Timeout;
  #mailsRead = 0;

  /** @param tell where each line goes too */
  constructor(
    { watch, load, services }: { watch: Watch; load: MixedLoad; services: ServicesApart },
    tell: (line: string) => void,
  ) {
    this.#timer = setInterval(() => {
      this.#forgetTexts(services);
      const last = watch.samples.at(-1);
      const rare = watch.rareSamples.at(-1);
      const line = {
        minute: this.lines.length + 1,
        processes: load.acknowledged.length,
        ...Object.fromEntries(
          SERVICES.map((service) => {
            const { residentMb, workersMb, handles } = last?.services[service] ?? {};
            const { mb } = rare?.liveHeapMb[service] ?? {};
            return [service, `${residentMb}+${workersMb} MB, ${mb} MB live, ${handles} handles`];
          }),
        ),
        files: rare?.files,
        connections: last?.connections,
        behindSeconds: last?.behindSeconds,
        openWork: last?.openWork,
        deadLetters: last?.deadLetters,
      };
      this.lines.push(line);
      tell(JSON.stringify(line));
    }, 60_000);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Codes in them were given long ago; what is kept of an hour's mails is when they came. */
  #forgetTexts({ mails }: ServicesApart): void {
    for (const mail of mails.slice(0, this.#mailsRead)) Object.assign(mail, { text: '', html: '' });
    this.#mailsRead = mails.length;
  }
}
