// Records what goes to the sound device. An AudioWorklet misses nothing, however busy the page is.
"use strict";
const connect = AudioNode.prototype.connect;
const addModule = Worklet.prototype.addModule;
Worklet.prototype.addModule = async function (url, ...rest) {
  await addModule.call(this, "/web/tap.js");
  return addModule.call(this, url, ...rest);
};
AudioNode.prototype.connect = function (to, ...rest) {
  if (this instanceof AudioWorkletNode && to === this.context.destination) {
    const tap = new AudioWorkletNode(this.context, "tap");
    tap.port.onmessage = ({ data }) => heard.push(data);
    connect.call(this, tap);
    connect.call(tap, to);
  }
  return connect.call(this, to, ...rest);
};
