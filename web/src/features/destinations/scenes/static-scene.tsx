import { type ComponentType, useEffect, useRef, useState } from 'react'
import goa from './goa.module.css'
import jaipur from './jaipur.module.css'
import kerala from './kerala.module.css'
import manali from './manali.module.css'
import rajasthan from './rajasthan.module.css'
import road from './road.module.css'
import scene from './scene.module.css'
import type { SceneProps } from './scene.tsx'
import type { SceneName } from './scene-name.ts'
import signpost from './signpost.module.css'

const modules: Record<SceneName, () => Promise<ComponentType<SceneProps>>> = {
  goa: () => import('./goa.tsx').then((module) => module.GoaScene),
  kerala: () => import('./kerala.tsx').then((module) => module.KeralaScene),
  rajasthan: () => import('./rajasthan.tsx').then((module) => module.RajasthanScene),
  manali: () => import('./manali.tsx').then((module) => module.ManaliScene),
  jaipur: () => import('./jaipur.tsx').then((module) => module.JaipurScene),
  signpost: () => import('./signpost.tsx').then((module) => module.SignpostScene),
  skyline: () => import('./skyline.tsx').then((module) => module.SkylineScene),
  road: () => import('./road.tsx').then((module) => module.RoadScene),
}

/** Imported statically, so that the colours are in the first HTML although the drawings are not in the script. */
const palettes: Record<SceneName, string | undefined> = {
  goa: goa.goa,
  kerala: kerala.kerala,
  rajasthan: rajasthan.rajasthan,
  manali: manali.manali,
  jaipur: jaipur.jaipur,
  road: road.palette,
  signpost: `${road.palette} ${signpost.palette}`,
  skyline: '',
}

/** All scenes at build time; none in a browser's script. */
const prerendered = import.meta.env.SSR ? (await import('./all-scenes.ts')).allScenes : null

/**
 * A scene that needs no script: it is drawn in the prerendered HTML, which React keeps. Its drawing is loaded only
 * after a navigation inside the app.
 */
export function StaticScene({
  name,
  className = '',
}: {
  name: SceneName
  className?: string | undefined
}) {
  const box = useRef<HTMLSpanElement>(null)
  const [Loaded, setLoaded] = useState<ComponentType<SceneProps> | null>(null)
  useEffect(() => {
    if (box.current === null || box.current.firstChild !== null) return
    let isUnmounted = false
    // The scene is decorative, so a failure leaves the page usable.
    modules[name]().then(
      (scene) => isUnmounted || setLoaded(() => scene),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [name])
  const Scene = Loaded ?? prerendered?.[name]
  const classes = `${scene.box} ${palettes[name]} ${className}`
  if (Scene) {
    return (
      <span key="rendered" className={classes}>
        <Scene />
      </span>
    )
  }
  return (
    <span
      key="static"
      ref={box}
      className={classes}
      suppressHydrationWarning
      // Sets nothing: it makes React keep the existing content.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
