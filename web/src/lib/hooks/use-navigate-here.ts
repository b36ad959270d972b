import { useNavigate, type UseNavigateResult } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

/**
 * As `useNavigate`, for what follows a request that was waited for: a user who has gone elsewhere meanwhile is not
 * fetched back.
 */
export function useNavigateHere(): UseNavigateResult<string> {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return async (options) => {
    if (isHere()) await navigate(options);
  };
}

/** Whether the calling screen is still shown. */
export function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
