import { MAX_PASSWORD_LENGTH } from '@lacre/contracts/limits';
import type { UseFormReturn } from 'react-hook-form';

import { CheckboxField, TextField } from '@/components/form/fields.tsx';
import { newPasswordRules, PASSWORD_HELP } from '@/components/form/rules.ts';

export interface NewPassword {
  password: string;
  repeated: string;
}

/** A new password, and the same again. */
export function NewPasswordFields<Values extends NewPassword>({ form }: { form: UseFormReturn<Values> }) {
  // What the fields need of a form is the same in every form that has them.
  const own = form as unknown as UseFormReturn<NewPassword>;
  return (
    <>
      <TextField
        form={own}
        name="password"
        type="password"
        label="Nova senha"
        help={PASSWORD_HELP}
        rules={newPasswordRules}
        inputProps={{ autoComplete: 'new-password', maxLength: MAX_PASSWORD_LENGTH }}
      />
      <TextField
        form={own}
        name="repeated"
        type="password"
        label="Repita a nova senha"
        rules={{
          required: 'Campo obrigatório',
          validate: (text: string) => text === own.getValues('password') || 'As senhas não são iguais',
        }}
        inputProps={{ autoComplete: 'new-password', maxLength: MAX_PASSWORD_LENGTH }}
      />
    </>
  );
}

/** Whether what acts in the user's name by a token stops with the old password. */
export function RevokeTokensField<Values extends { revokeTokens: boolean }>({
  form,
}: {
  form: UseFormReturn<Values>;
}) {
  return (
    <CheckboxField
      form={form as unknown as UseFormReturn<{ revokeTokens: boolean }>}
      name="revokeTokens"
      label="Revogar também meus tokens de API"
      description="Marque se alguém pode ter visto sua senha ou um token. Os sistemas que usam seus tokens param."
    />
  );
}
