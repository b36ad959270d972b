import { defineRoute } from '../../define-route.ts';
import { faceStatus } from '../../face/face-status.ts';

export const route = defineRoute('getFace', ({ principal }, { faces }) => faceStatus(faces, principal));
