import type { ComponentProps } from 'react';

import { cn } from '@/lib/style/cn.ts';

export interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'min' | 'max'> {
  min: number;
  max: number;
  value: number;
}

/** The browser's own slider in the product's colours: left to itself, its track stays white on a dark page. */
export function Slider({ min, max, value, className, ...rest }: SliderProps) {
  const filled = max > min ? (value - min) / (max - min) : 0;
  return (
    <input
      type="range"
      min={min}
      max={max}
      value={value}
      style={{ '--filled': `${filled * 100}%` } as React.CSSProperties}
      className={cn('slider', className)}
      {...rest}
    />
  );
}
