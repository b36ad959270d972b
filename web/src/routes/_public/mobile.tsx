import { createFileRoute } from '@tanstack/react-router';

import { MobilePage } from '@/features/landing/mobile-page.tsx';

export const Route = createFileRoute('/_public/mobile')({ component: MobilePage });
