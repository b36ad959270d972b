import { useId, type ReactNode } from 'react';

/**
 * One step of the person at the totem: the question on one side, its keys on the other; one above the other upright.
 */
export function StepFrame({
  title,
  text,
  keys,
  children,
}: {
  title: string;
  text: ReactNode;
  keys: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mx-auto grid w-full max-w-[560px] flex-1 content-center items-center gap-6 px-4 py-6 sm:px-8 lg:max-w-[1040px] lg:grid-cols-2 lg:gap-16 short:max-w-[1040px] short:grid-cols-2 short:gap-6 short:py-2"
    >
      <div className="flex flex-col gap-5 short:gap-3">
        <div>
          <h1 id={id} className="text-2xl font-semibold sm:text-3xl short:text-xl">
            {title}
          </h1>
          <p className="mt-2 text-muted sm:text-lg short:mt-1 short:text-sm">{text}</p>
        </div>
        {children}
      </div>
      {keys}
    </section>
  );
}
