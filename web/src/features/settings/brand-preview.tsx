import { Moon, Sun } from 'lucide-react';

import { TenantLogo } from '@/components/brand/tenant-logo.tsx';
import { shadesOf, type Shades } from '@/lib/style/tenant-color.ts';

const GROUNDS = {
  light: { surface: '#ffffff', ink: '#17171f', line: '#d5d5e0' },
  dark: { surface: '#17171e', ink: '#eeeef4', line: '#383847' },
} as const;

/** The page of access in small, in both themes. */
export function BrandPreview({
  name,
  color,
  logo,
  background,
}: {
  name: string;
  color: string | null;
  logo: string | null;
  background: string | null;
}) {
  const shades = shadesOf(color ?? '#5e35e6');
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <figcaption className="text-sm font-medium">Como vai ficar</figcaption>
      <div className="overflow-hidden rounded-xl border border-line" aria-hidden="true">
        <div
          className="relative h-28 bg-cover bg-center"
          style={{
            backgroundColor: shades.light['primary-fill'],
            ...(background === null
              ? {}
              : {
                  backgroundImage: `url("${background.startsWith('data:') ? background : `/api${background}`}")`,
                }),
          }}
        />
        {(['light', 'dark'] as const).map((theme) => (
          <Sample key={theme} theme={theme} shades={shades[theme]} name={name} logo={logo} />
        ))}
      </div>
    </figure>
  );
}

function Sample({
  theme,
  shades,
  name,
  logo,
}: {
  theme: 'light' | 'dark';
  shades: Shades;
  name: string;
  logo: string | null;
}) {
  const ground = GROUNDS[theme];
  const Icon = theme === 'light' ? Sun : Moon;
  return (
    <div className="p-4 text-sm" style={{ backgroundColor: ground.surface, color: ground.ink }}>
      <div className="flex items-start justify-between gap-3">
        {logo === null ? (
          <span />
        ) : (
          <TenantLogo path={logo} name="" className="h-10! border-black/10! px-2.5! py-1.5!" />
        )}
        <Icon className="size-4 opacity-60" />
      </div>
      <p className="mt-3 text-base font-semibold">Entrar</p>
      <p className="line-clamp-1 text-[0.8125rem] opacity-80">Acesso de {name || '…'}</p>
      <div className="mt-3 h-8 rounded-lg border" style={{ borderColor: ground.line }} />
      <div
        className="mt-2 flex h-9 items-center justify-center rounded-lg font-medium text-white"
        style={{ backgroundColor: shades['primary-fill'] }}
      >
        Entrar
      </div>
      <p
        className="mt-2 text-[0.8125rem] underline underline-offset-4"
        style={{ color: shades['primary-ink'] }}
      >
        Esqueci a senha
      </p>
    </div>
  );
}
