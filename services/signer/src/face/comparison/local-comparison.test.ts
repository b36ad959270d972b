import { describeFaceComparison } from '../../testing/face/describe-face-comparison.ts';
import { localComparison } from './local-comparison.ts';

describeFaceComparison('the local comparison', async ({ engine }) => ({
  comparison: localComparison(engine),
  close: async () => {},
}));
