import type { Engine } from './engine.ts';

/** Of everything that is composed; containers get addresses of its upper half, what is named below one of its lower. */
export const NETWORK = 'lacre';
export const SUBNET = { all: '10.213.77.0/24', given: '10.213.77.128/25' };
/** The same for containers and for this machine: settings that name a server are of either. */
export const ADDRESSES = { postgres: '10.213.77.10', standby: '10.213.77.11', s3: '10.213.77.12' };

export interface ContainerOptions {
  /** Not started yet. */
  create?: boolean;
  /** One of {@link ADDRESSES}. */
  address?: string;
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
  {
    create = false,
    address,
    publish = [],
    mounts = [],
    environment = {},
    flags = [],
    command = [],
  }: ContainerOptions,
): Promise<void> {
  await engine.docker(
    ...(create ? ['create'] : ['run', '--detach']),
    `--name=${name}`,
    `--hostname=${name}`,
    `--network=${NETWORK}`,
    ...(address === undefined ? [] : [`--ip=${address}`]),
    ...publish.map((ports) => `--publish=127.0.0.1:${ports}`),
    ...mounts.map((mount) => `--volume=${mount}`),
    ...Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`),
    ...flags,
    image,
    ...command,
  );
}
