/** For `migrate(pool, mailboxSchema)` of `@lacre/postgres`, in embedded mode only. */
export const mailboxSchema = {
  schema: 'dev_mailbox',
  migrations: [
    {
      id: '0001-messages',
      sql: `
        create table dev_mailbox.message (
          id text primary key,
          position bigint generated always as identity unique,
          to_name text not null,
          to_address text not null,
          subject text not null,
          text text not null,
          html text not null,
          headers json not null,
          sent_at timestamptz not null default now()
        );
        create index message_to on dev_mailbox.message (lower(to_address), position);
      `,
    },
    {
      id: '0002-channel',
      sql: `alter table dev_mailbox.message add column channel text not null default 'email';`,
    },
  ],
} as const;
