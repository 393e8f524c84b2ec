import { useEffect, useEffectEvent } from 'react'
import { isLost, subscribeToReach } from './reach.ts'

/** Runs the latest `act` each time a lost connection is back. */
export function useOnReturn(act: () => void): void {
  const onReturn = useEffectEvent(act)
  useEffect(
    () =>
      subscribeToReach(() => {
        if (!isLost()) onReturn()
      }),
    [],
  )
}
