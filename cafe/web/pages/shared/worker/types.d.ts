/** What the service worker uses of its browser. Read by the type checker only, which knows pages; never sent to a browser. */

export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

export interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}

interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification;
}

/** What the server pushes. */
export interface Notice {
  title: string;
  body: string;
  /** Of its order. */
  tag: string;
  url: string;
}

/** What the worker says to a page: something has changed, or show this. */
export type PageMessage = { kind: "changed" } | { kind: "open"; url: string };

interface PageClient {
  /** What it was opened with: a page that has moved on by itself still has it. */
  readonly url: string;
  readonly frameType: "auxiliary" | "top-level" | "nested" | "none";
  focus(): Promise<unknown>;
  postMessage(message: PageMessage): void;
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: NotificationEvent;
}

export interface WorkerScope {
  /** Put before the script by the server. */
  readonly SITE: {
    /** The page's address. */
    home: string;
    /** Where the files of this version are. */
    base: string;
    version: string;
    /** All of them, by name. */
    files: string[];
  };
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}
