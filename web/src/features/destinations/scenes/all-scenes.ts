import type { ComponentType } from 'react'
import type { SceneName } from '../public/scene-name.ts'
import { GoaScene } from './goa.tsx'
import { JaipurScene } from './jaipur.tsx'
import { KeralaScene } from './kerala.tsx'
import { ManaliScene } from './manali.tsx'
import { RajasthanScene } from './rajasthan.tsx'
import { RoadScene } from './road.tsx'
import type { SceneProps } from './scene.tsx'
import { SignpostScene } from './signpost.tsx'
import { SkylineScene } from './skyline.tsx'

/** Every scene, imported at build time only. Browsers never load it. */
export const allScenes: Record<SceneName, ComponentType<SceneProps>> = {
  goa: GoaScene,
  kerala: KeralaScene,
  rajasthan: RajasthanScene,
  manali: ManaliScene,
  jaipur: JaipurScene,
  road: RoadScene,
  signpost: SignpostScene,
  skyline: SkylineScene,
}
