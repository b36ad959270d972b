import { Link } from '@tanstack/react-router';
import { useWatch, type Control } from 'react-hook-form';

/** Where the company is that has the CNPJ typed already; in a tab of its own, so that nothing typed is lost. */
export function KnownCompanyLink<Values extends { cnpj: string }>({
  form,
}: {
  form: { control: Control<Values> };
}) {
  const cnpj = useWatch({ control: form.control as unknown as Control<{ cnpj: string }>, name: 'cnpj' });
  return (
    <Link
      to="/companies"
      search={{ search: cnpj }}
      target="_blank"
      className="text-primary-ink underline underline-offset-4"
    >
      Ver a empresa cadastrada
    </Link>
  );
}
