import { createRequire } from 'node:module';

import {
  Metadata,
  status,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type ServiceError,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type * as usersGrpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/usermanagement_grpc_pb.js';
import type * as usersMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/usermanagement_pb.js';

import type { Caller } from './rights.ts';

const require = createRequire(import.meta.url);
const generated = '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1';
export const { UsersService } = require(`${generated}/usermanagement_grpc_pb.js`) as typeof usersGrpc;
const messages = require(`${generated}/usermanagement_pb.js`) as typeof usersMessages;

interface User extends Caller {
  password: string;
  disabled: boolean;
}

export const accessDenied = (): ServiceError =>
  failure(status.PERMISSION_DENIED, 'Access Denied', 'access-denied');

/** @param exception how the server names it to its clients */
function failure(code: status, details: string, exception?: string, login?: string): ServiceError {
  const metadata = new Metadata();
  if (login !== undefined) metadata.set('login-name', login);
  if (exception !== undefined) metadata.set('exception', exception);
  return Object.assign(new Error(details), { code, details, metadata });
}

/** The server's users, and its gRPC service for them, which administrators alone may ask. */
export class UserBook {
  readonly #users = new Map<string, User>([
    ['admin', { login: 'admin', password: 'changeit', groups: ['$admins'], disabled: false }],
  ]);

  add(login: string, password: string, groups: readonly string[] = []): void {
    this.#users.set(login, { login, password, groups, disabled: false });
  }

  disable(login: string): void {
    this.#users.get(login)!.disabled = true;
  }

  passwordOf(login: string): string | undefined {
    return this.#users.get(login)?.password;
  }

  /** The caller; `undefined` without credentials. @throws a failure of gRPC for wrong names and passwords */
  callerOf(metadata: Metadata): Caller | undefined {
    const [header] = metadata.get('authorization');
    if (header === undefined) return undefined;
    const [login = '', ...password] = Buffer.from(String(header).replace(/^Basic /, ''), 'base64')
      .toString('utf8')
      .split(':');
    const user = this.#users.get(login);
    if (user === undefined || user.disabled || user.password !== password.join(':'))
      throw failure(status.UNAUTHENTICATED, 'Unauthenticated');
    return user;
  }

  service(): UntypedServiceImplementation {
    const unary =
      <Request, Answer>(
        answer: Answer,
        change: (request: Request) => void,
      ): handleUnaryCall<Request, Answer> =>
      (call, respond) => {
        try {
          this.#assertAdministrator(call.metadata);
          change(call.request);
          respond(null, answer);
        } catch (error) {
          respond(error as ServiceError);
        }
      };
    const details: handleServerStreamingCall<usersMessages.DetailsReq, usersMessages.DetailsResp> = (
      call,
    ) => {
      try {
        this.#assertAdministrator(call.metadata);
        const { login, groups, disabled } = this.#known(call.request.getOptions()?.getLoginName());
        const found = new messages.DetailsResp.UserDetails().setLoginName(login).setDisabled(disabled);
        call.write(new messages.DetailsResp().setUserDetails(found.setGroupsList([...groups])));
        call.end();
      } catch (error) {
        call.emit('error', error);
      }
    };
    return {
      details,
      create: unary(new messages.CreateResp(), (request: usersMessages.CreateReq) => {
        const options = request.getOptions()!;
        const login = options.getLoginName();
        if (this.#users.has(login))
          throw failure(status.FAILED_PRECONDITION, 'Conflict.', 'user-conflict', login);
        this.add(login, options.getPassword(), options.getGroupsList());
      }),
      enable: unary(new messages.EnableResp(), (request: usersMessages.EnableReq) => {
        this.#known(request.getOptions()?.getLoginName()).disabled = false;
      }),
      resetPassword: unary(new messages.ResetPasswordResp(), (request: usersMessages.ResetPasswordReq) => {
        const options = request.getOptions()!;
        this.#known(options.getLoginName()).password = options.getNewPassword();
      }),
    };
  }

  #known(login = ''): User {
    const user = this.#users.get(login);
    if (user === undefined)
      throw failure(status.NOT_FOUND, `User '${login}' is not found.`, 'user-not-found', login);
    return user;
  }

  #assertAdministrator(metadata: Metadata): void {
    if (this.callerOf(metadata)?.groups.includes('$admins') !== true) throw accessDenied();
  }
}
