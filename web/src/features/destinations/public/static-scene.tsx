import { type ComponentType, useEffect, useRef, useState } from 'react'
import goa from '../scenes/goa.module.css'
import jaipur from '../scenes/jaipur.module.css'
import kerala from '../scenes/kerala.module.css'
import manali from '../scenes/manali.module.css'
import rajasthan from '../scenes/rajasthan.module.css'
import road from '../scenes/road.module.css'
import scene from '../scenes/scene.module.css'
import type { SceneProps } from '../scenes/scene.tsx'
import signpost from '../scenes/signpost.module.css'
import type { SceneName } from './scene-name.ts'

const modules: Record<SceneName, () => Promise<ComponentType<SceneProps>>> = {
  goa: () => import('../scenes/goa.tsx').then((module) => module.GoaScene),
  kerala: () => import('../scenes/kerala.tsx').then((module) => module.KeralaScene),
  rajasthan: () => import('../scenes/rajasthan.tsx').then((module) => module.RajasthanScene),
  manali: () => import('../scenes/manali.tsx').then((module) => module.ManaliScene),
  jaipur: () => import('../scenes/jaipur.tsx').then((module) => module.JaipurScene),
  signpost: () => import('../scenes/signpost.tsx').then((module) => module.SignpostScene),
  skyline: () => import('../scenes/skyline.tsx').then((module) => module.SkylineScene),
  road: () => import('../scenes/road.tsx').then((module) => module.RoadScene),
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
const prerendered = import.meta.env.SSR ? (await import('../scenes/all-scenes.ts')).allScenes : null

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
