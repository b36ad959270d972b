import { Moon, Sun } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';
import { setPreference, usePreferences } from '@/lib/browser/preferences.ts';

/** Switches between light and dark. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { isDark } = usePreferences();
  return (
    <Button
      variant="ghost"
      size="icon"
      className={className}
      aria-label={isDark ? say('Usar tema claro') : say('Usar tema escuro')}
      icon={isDark ? <Sun /> : <Moon />}
      onClick={() => setPreference('isDark', !isDark)}
    />
  );
}
