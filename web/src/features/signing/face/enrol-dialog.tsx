import type { AnswerOf } from '@lacre/contracts';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import type { SigningRequest } from '@/features/signing/request/queries.ts';
import { say } from '@/i18n/say.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { personApi } from '@/lib/session/person-session.ts';

import { enrolFace } from './enrol-face.ts';
import { FaceChallenge } from './face-challenge.tsx';
import { FaceConsent } from './face-consent.tsx';
import { FacePart } from './face-part.tsx';
import { FacePhotos } from './face-photos.tsx';
import type { Challenge } from './show-face.ts';

/** Enrols a face apart from signing: consent first, then the camera, or a photo where the request takes one. */
export default function EnrolDialog({
  terms,
  request: { requirements, documents },
  onEnrolled,
  onClose,
}: {
  terms: AnswerOf<'getFace'>['consent'];
  /** One that asks for the face. */
  request: Pick<SigningRequest, 'requirements' | 'documents'>;
  onEnrolled: () => Promise<void>;
  onClose: () => void;
}) {
  const [agreed, setAgreed] = useState(false);
  const [capture, setCapture] = useState<'live' | 'file'>('live');
  const [problem, setProblem] = useState<Problem>();
  const signatureIds = documents.map(({ signatureId }) => signatureId);
  const begin = () =>
    personApi.call('startFaceChallenge', { body: { purpose: 'enrolment', signatureIds, capture } });

  function failed(because: Problem): void {
    setProblem(because);
    setAgreed(false);
  }

  async function passed(challenge: Challenge): Promise<void> {
    try {
      await enrolFace(challenge, terms);
      await onEnrolled();
    } catch (error) {
      failed(asProblem(error));
    }
  }

  const Take = capture === 'live' ? FaceChallenge : FacePhotos;
  return (
    <Dialog open onOpenChange={onClose} title={say('Cadastrar o rosto')} scrollsWhole>
      <div className="flex flex-col gap-4">
        <ProblemCallout error={problem} />
        {agreed ? (
          <FacePart label={say('Captura do rosto')} cameOn>
            <Take
              key={capture}
              begin={begin}
              purpose="enrolment"
              onPassed={(challenge) => void passed(challenge)}
              onFailed={failed}
            />
            {requirements.faceUpload === true && capture === 'live' && (
              <Button variant="ghost" icon={<ImageUp />} onClick={() => setCapture('file')}>
                {say('Não tenho câmera: enviar uma foto')}
              </Button>
            )}
          </FacePart>
        ) : (
          <FaceConsent
            terms={terms}
            capture={capture}
            alternative={requirements.faceOrCode === true}
            onConsent={() => {
              setProblem(undefined);
              setAgreed(true);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
