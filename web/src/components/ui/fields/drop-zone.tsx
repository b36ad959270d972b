import { UploadCloud } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDropzone, type Accept, type FileRejection } from 'react-dropzone';

import { say } from '@/i18n/say.ts';
import { cn } from '@/lib/style/cn.ts';

/**
 * Where files are dropped, or picked by press and by keyboard. It hands on every file, good or bad: saying what is
 * wrong with a file is the caller's task, beside that file's name.
 */
export function DropZone({
  label,
  touchLabel,
  hint,
  accept,
  multiple = false,
  disabled = false,
  icon,
  onFiles,
  className,
}: {
  label: string;
  /** Where nothing can be dragged. */
  touchLabel: string;
  hint: ReactNode;
  accept: Accept;
  multiple?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  onFiles: (accepted: File[], rejected: File[]) => void;
  className?: string;
}) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    multiple,
    disabled,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted: File[], rejections: FileRejection[]) => {
      onFiles(
        accepted,
        rejections.map((rejection) => rejection.file),
      );
    },
  });
  return (
    <div {...getRootProps()} className={cn('relative', className)}>
      {/* The button below opens it: to assistive technology there is one control. */}
      <input {...getInputProps()} aria-hidden="true" tabIndex={-1} />
      <button
        type="button"
        disabled={disabled}
        onClick={open}
        className={cn(
          'flex w-full flex-col items-center rounded-2xl border-2 border-dashed px-6 py-10 text-center transition-colors hover:border-primary hover:bg-primary-soft/50 disabled:cursor-not-allowed disabled:opacity-60',
          isDragActive ? 'border-primary bg-primary-soft' : 'border-line-strong bg-surface',
        )}
      >
        <span className="flex size-12 items-center justify-center rounded-xl bg-primary-soft text-primary-ink [&_svg]:size-6">
          {icon ?? <UploadCloud />}
        </span>
        <span className="mt-4 text-[0.9375rem] font-semibold">
          {isDragActive ? (
            say('Solte aqui')
          ) : (
            <>
              <span className="pointer-coarse:hidden">{label}</span>
              <span className="hidden pointer-coarse:inline">{touchLabel}</span>
            </>
          )}
        </span>
        <span className="mt-1 max-w-md text-sm text-balance text-muted">{hint}</span>
      </button>
    </div>
  );
}
