import type { Engine } from './engine.ts';

/** Of everything that is composed. */
export const NETWORK = 'lacre';

export interface ContainerOptions {
  /** Not started yet. */
  create?: boolean;
  /** `port of this machine:port in the container`; to this machine alone. */
  publish?: readonly string[];
  mounts?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** As `docker run` takes them. */
  flags?: readonly string[];
  command?: readonly string[];
}

/** A container in the background, which the others reach by its name. */
export async function runContainer(
  engine: Engine,
  name: string,
  image: string,
  { create = false, publish = [], mounts = [], environment = {}, flags = [], command = [] }: ContainerOptions,
): Promise<void> {
  await engine.docker(
    ...(create ? ['create'] : ['run', '--detach']),
    `--name=${name}`,
    `--hostname=${name}`,
    `--network=${NETWORK}`,
    ...publish.map((ports) => `--publish=127.0.0.1:${ports}`),
    ...mounts.map((mount) => `--volume=${mount}`),
    ...Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`),
    ...flags,
    image,
    ...command,
  );
}
