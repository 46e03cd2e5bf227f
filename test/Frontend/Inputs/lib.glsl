#define FROM(buffer, index) buffer[(index) + 1u]
float first(uint i) {
  return FROM(data, i) + data[i];
}
