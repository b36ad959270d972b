/** What the source specification has said when something of the tenant cannot be fetched or saved (section 8). */
export const tenantFailures = {
  users: 'Erro ao buscar usuários do tenant',
  events: 'Erro ao buscar eventos do tenant',
  security: 'Erro ao buscar o registro de segurança',
  credits: 'Erro ao buscar créditos do tenant',
  domains: 'Erro ao buscar domínios do tenant',
  tags: 'Erro ao buscar etiquetas do tenant',
  settings: 'Erro ao buscar configs do tenant',
  saving: 'Erro ao salvar configs do tenant',
} as const;
