interface Waiter {
  bytes: number;
  begin: () => void;
}

/**
 * Hands out up to so many bytes at once, first come first served. One that asks for more than all gets all. Not the
 * semaphore of async-mutex: its release counts down from the free weight, which takes a second of 256 MiB.
 */
export class ByteSemaphore {
  readonly #capacity: number;
  readonly #waiting: Waiter[] = [];
  #free: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#free = capacity;
  }

  /** @returns what gives the bytes back, once */
  async acquire(wanted: number): Promise<() => void> {
    const bytes = Math.min(wanted, this.#capacity);
    if (this.#waiting.length > 0 || bytes > this.#free)
      await new Promise<void>((begin) => this.#waiting.push({ bytes, begin }));
    else this.#free -= bytes;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free += bytes;
      this.#admit();
    };
  }

  #admit(): void {
    for (let [next] = this.#waiting; next !== undefined && next.bytes <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.begin();
    }
  }
}
