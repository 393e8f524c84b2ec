import { useState } from 'react'

/**
 * Returns a picture's width divided by its height, `guess` until it has loaded. Spread the props on the picture: it may
 * have loaded before it was shown, when nothing listened yet.
 */
export function useNaturalRatio(guess: number) {
  const [ratio, setRatio] = useState(guess)
  function read(picture: HTMLImageElement | null) {
    if (picture && picture.naturalHeight > 0) setRatio(picture.naturalWidth / picture.naturalHeight)
  }
  return {
    ratio,
    props: {
      ref: read,
      onLoad: ({ currentTarget }: { currentTarget: HTMLImageElement }) => read(currentTarget),
    },
  }
}
