import { toast } from '@/components/ui/feedback/toast.ts';
import { api } from '@/lib/session/session.ts';

/**
 * Registers the organisation's own company under its CNPJ, by the name that the public register has, so that the first
 * process begins with it. Where that fails, the account is there all the same, and the company is registered by hand.
 */
export async function registerOwnCompany(cnpj: string, organisation: string): Promise<void> {
  const registered = await api
    .call('lookUpCnpj', { params: { cnpj } })
    .then(({ companyName }) => companyName)
    .catch(() => undefined);
  const companyName = registered ?? organisation;
  try {
    await api.call('createCompany', { body: { cnpj, companyName } });
  } catch {
    toast.info('A empresa não pôde ser cadastrada agora', { description: 'Cadastre-a em Empresas.' });
  }
}
