import path from 'node:path';

/**
 * Where one cluster keeps its things: `<dataDir>/<major>/`. The major version is in the path because a server cannot
 * open the data of another major.
 */
export interface ClusterLayout {
  root: string;
  /** PGDATA, or a link to it when the server's account cannot reach `root`. */
  data: string;
  passwordFile: string;
  portFile: string;
  ownerFile: string;
  serverLog: string;
}

export function clusterLayout(dataDir: string, major: string): ClusterLayout {
  const root = path.join(path.resolve(dataDir), major);
  return {
    root,
    data: path.join(root, 'cluster'),
    passwordFile: path.join(root, 'password'),
    portFile: path.join(root, 'port'),
    ownerFile: path.join(root, 'owner'),
    serverLog: path.join(root, 'server.log'),
  };
}
