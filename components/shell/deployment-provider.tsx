'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Deployment } from './frame.tsx';

const DeploymentContext = createContext<Deployment | null>(null);

/** What is watched: name, stage, prefixes. */
export function DeploymentProvider({
  deployment,
  children,
}: {
  deployment: Deployment;
  children: ReactNode;
}) {
  return <DeploymentContext value={deployment}>{children}</DeploymentContext>;
}

export function useDeployment(): Deployment {
  const deployment = useContext(DeploymentContext);
  if (!deployment) throw new Error('useDeployment needs a DeploymentProvider above it');
  return deployment;
}
